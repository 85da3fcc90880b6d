{{- define "halyard.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "halyard.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "halyard.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "halyard.selectorLabels" -}}
app.kubernetes.io/name: {{ include "halyard.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "halyard.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "halyard.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "halyard.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "halyard.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "halyard.probe" -}}
httpGet:
  path: {{ .path }}
  port: http
initialDelaySeconds: {{ default 0 .initialDelaySeconds }}
periodSeconds: {{ .periodSeconds }}
timeoutSeconds: {{ .timeoutSeconds }}
failureThreshold: {{ .failureThreshold }}
{{- end -}}

{{- /* Values of the chart that operators of Unleash know which have no counterpart here. */ -}}
{{- define "halyard.refuse" -}}
{{- if .Values.configMaps }}
{{- fail "configMaps is no value of this chart: put settings into env, or a ConfigMap into volumes and volumeMounts." }}
{{- end }}
{{- if .Values.databaseSecrets }}
{{- fail "databaseSecrets is no value of this chart: name the Secret with the password in dbConfig.useExistingSecret, and others in existingSecrets." }}
{{- end }}
{{- with .Values.postgresql }}
{{- if .enabled }}
{{- fail "This chart brings no PostgreSQL: set dbConfig.host to one that you run, and leave postgresql out." }}
{{- end }}
{{- end }}
{{- with .Values.cloudsql }}
{{- if .enabled }}
{{- fail "cloudsql is no value of this chart: put its proxy into extraContainers, and set dbConfig.host to 127.0.0.1." }}
{{- end }}
{{- end }}
{{- with .Values.vpa }}
{{- if .enabled }}
{{- fail "vpa is no value of this chart: put a VerticalPodAutoscaler into extraObjects." }}
{{- end }}
{{- end }}
{{- end -}}
