import { downloadsUrl } from '../../../version'
import { parseColor, parsePublicUrl } from '../formats'
import * as kind from '../option'

const maxNameLength = 40

export const brandingOptions = {
  'branding.name': kind.requiredText(
    'Quire',
    'Name of this server, shown in the interface, on the sign-in page, in reading apps and in the name of the installed app.',
    maxNameLength,
  ),
  'branding.color': kind.formattedText(
    undefined,
    'Accent color of the interface, such as #2f6db5. Default: the red of Quire.',
    parseColor,
  ),

  'updates.check': kind.toggle(
    false,
    'Ask once a day whether there is a newer version, and tell administrators. Nothing is installed.',
  ),
  'updates.url': kind.formattedText(
    downloadsUrl,
    'Address whose latest.json names the newest version.',
    parsePublicUrl,
  ),

  'telemetry.otlp_url': kind.formattedText(
    undefined,
    'OpenTelemetry collector to which traces of requests and metrics are exported (OTLP over HTTP), such as http://localhost:4318. Default: none. Headers: OTEL_EXPORTER_OTLP_HEADERS of the environment.',
    parsePublicUrl,
  ),
} as const
