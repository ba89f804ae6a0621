{{- define "watchtower.fullname" -}}
{{- default (printf "%s-%s" .Release.Name .Chart.Name | trunc 26 | trimSuffix "-" | trimSuffix ".") .Values.fullnameOverride -}}
{{- end -}}
{{- define "watchtower.labels" -}}
release: {{ $.Release.Name | quote }}
heritage: {{ $.Release.Service | quote }}
chart: {{ printf "%s-%s" $.Chart.Name $.Chart.Version }}
{{- end -}}
