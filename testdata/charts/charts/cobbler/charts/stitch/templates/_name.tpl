{{- define "stitch.name" -}}
{{ .Release.Name }}-{{ .Chart.Name }}
{{- end }}
