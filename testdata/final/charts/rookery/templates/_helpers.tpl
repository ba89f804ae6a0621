{{- define "rookery.fullname" -}}{{ .Release.Name | trunc 50 | trimSuffix "-" }}-rookery{{- end -}}
{{- define "rookery.labels" }}
app: rookery
release: {{ .Release.Name }}
{{- end }}
