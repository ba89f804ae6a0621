{{- define "common.tplvalues.render" -}}
{{- $value := typeIs "string" .value | ternary .value (.value | toYaml) -}}
{{- if contains "{{" (toJson .value) -}}
{{- tpl $value .context -}}
{{- else -}}
{{- $value -}}
{{- end -}}
{{- end -}}

{{- define "common.tplvalues.merge" -}}
{{- $dst := dict -}}
{{- range .values -}}
{{- $dst = include "common.tplvalues.render" (dict "value" . "context" $.context) | fromYaml | merge $dst -}}
{{- end -}}
{{ $dst | toYaml }}
{{- end -}}

{{- define "common.images.image" -}}
{{- $registry := default .imageRoot.registry ((.global).imageRegistry) -}}
{{- if $registry -}}
{{- printf "%s/%s:%v" $registry .imageRoot.repository (.imageRoot.tag | toString) -}}
{{- else -}}
{{- printf "%s:%v" .imageRoot.repository (.imageRoot.tag | toString) -}}
{{- end -}}
{{- end -}}

{{- define "common.secrets.password" -}}
{{- $data := (lookup "v1" "Secret" (include "common.names.namespace" .context) .secret).data -}}
{{- if and $data (hasKey $data .key) -}}
{{- index $data .key -}}
{{- else if .given -}}
{{- .given | toString | b64enc -}}
{{- else -}}
{{- randAlphaNum 16 | b64enc -}}
{{- end -}}
{{- end -}}
