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
{{- if not .Values.image.repository -}}
{{- fail "Set image.repository to the image that you built from deploy/Dockerfile and pushed to your registry, such as registry.example.com/halyard." -}}
{{- end -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}

{{- define "halyard.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "halyard.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- /* The spec of a HorizontalPodAutoscaler. Takes a list: the autoscaling values, the kind and the name of the target. */ -}}
{{- define "halyard.autoscaling" -}}
{{- $values := index . 0 -}}
scaleTargetRef:
  apiVersion: apps/v1
  kind: {{ index . 1 }}
  name: {{ index . 2 }}
minReplicas: {{ $values.minReplicas }}
maxReplicas: {{ $values.maxReplicas }}
metrics:
  {{- with $values.targetCPUUtilizationPercentage }}
  - type: Resource
    resource:
      name: cpu
      target:
        type: Utilization
        averageUtilization: {{ . }}
  {{- end }}
  {{- with $values.targetMemoryUtilizationPercentage }}
  - type: Resource
    resource:
      name: memory
      target:
        type: Utilization
        averageUtilization: {{ . }}
  {{- end }}
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

{{- /* Rejects values of the Unleash chart that have no counterpart here, and settings that are given twice. */ -}}
{{- define "halyard.refuse" -}}
{{- if and (or .Values.secretKey.value .Values.secretKey.useExistingSecret.name) (hasKey .Values.secrets "SECRET_KEY") }}
{{- fail "SECRET_KEY is in secrets and in secretKey: remove one of them." }}
{{- end }}
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
