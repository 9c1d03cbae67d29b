import { parseSender } from '../formats'
import * as kind from '../option'

export const notificationOptions = {
  'notifications.allowed_hosts': kind.hosts(
    'Hosts on the local network that notifications may be sent to, such as [gotify.lan, 192.168.1.5:8080]. Other hosts are reached only at public addresses, over HTTPS.',
  ),
  'notifications.smtp.host': kind.optionalText(
    'Mail server for notifications by email. It may be on the local network. Not set: no email.',
  ),
  'notifications.smtp.port': kind.boundedInteger(
    587,
    { min: 1, max: 65_535 },
    'Port of the mail server. Usually 587 with starttls, 465 with tls.',
  ),
  'notifications.smtp.security': kind.choice(
    ['starttls', 'tls', 'none'],
    'starttls',
    'Encryption of the connection to the mail server. The certificate is verified. none: only for a server on your local network.',
  ),
  'notifications.smtp.user': kind.optionalText('Username for the mail server, if it requires one.'),
  'notifications.smtp.password': kind.secret(
    'Password for the mail server. Prefer SERVICE_NOTIFICATIONS__SMTP__PASSWORD or service.local.yaml.',
  ),
  'notifications.smtp.from': kind.formattedText(
    undefined,
    'Sender of the emails, such as books@example.org or Quire <books@example.org>.',
    parseSender,
  ),
} as const
