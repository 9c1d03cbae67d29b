import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'

type Channel = Schemas['NotificationChannel']

export const channelsPath = '/api/v1/user/notification-channels'

/** Lists the kinds of channels. Names of services are not translated. */
export const channelKinds = (): { value: Channel['kind']; label: string }[] => [
  { value: 'web_push', label: t('Browser') },
  { value: 'ntfy', label: 'ntfy' },
  { value: 'gotify', label: 'Gotify' },
  { value: 'discord', label: 'Discord' },
  { value: 'apprise', label: 'Apprise' },
  { value: 'webhook', label: t('Webhook') },
  { value: 'email', label: t('Email') },
]

type Permission = Schemas['SignedInUser']['effectivePermissions'][number]

interface NewsKindChoice {
  kind: Channel['newsKinds'][number]
  label: string
  needs: Permission
}

export const newsKindChoices = (): NewsKindChoice[] => [
  { kind: 'release', label: t('New releases'), needs: 'series:read' },
  { kind: 'match_run', label: t('Results of your matching runs'), needs: 'series:write' },
  { kind: 'scan_confirmation', label: t('Scans that need confirmation'), needs: 'libraries:write' },
  { kind: 'failed_task', label: t('Failed tasks'), needs: 'tasks:read' },
  { kind: 'failed_backup', label: t('Failed backups'), needs: 'system:admin' },
  {
    kind: 'unrated_shown',
    label: t('Age limits that show series without an age rating'),
    needs: 'system:admin',
  },
  { kind: 'update', label: t('Newer versions of Quire'), needs: 'system:admin' },
]

export const frequencyChoices = (): { value: Channel['frequency']; label: string }[] => [
  { value: 'soon', label: t('Within ten minutes') },
  { value: 'hourly', label: t('Once an hour') },
  { value: 'daily', label: t('Once a day, at 8:00') },
]

export const formatAddressHint = (kind: Channel['kind']): string =>
  ({
    ntfy: t('Including the topic: https://ntfy.sh/my-topic'),
    gotify: t('The server address: https://gotify.example.org'),
    discord: t('In Discord: channel settings → Integrations → Webhooks → Copy webhook URL'),
    apprise: t('Including the key of your configuration: https://apprise.example.org/notify/KEY'),
    webhook: t('Quire sends JSON to this address'),
    email: t(
      'A code will be sent to this address. Notifications start once you have entered the code.',
    ),
    web_push: '',
  })[kind]

/** Returns null if this kind of channel has no token. */
export const formatTokenLabel = (kind: Channel['kind']): string | null =>
  ({
    ntfy: t('Access token (if the topic is protected)'),
    gotify: t('App token'),
    discord: null,
    apprise: t('Access token (if required by the server)'),
    webhook: t('Signing key (optional)'),
    email: null,
    web_push: null,
  })[kind]

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
