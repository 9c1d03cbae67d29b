/** Labels of the server settings, in display order, and validation of their values. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

export type Setting = Schemas['Setting']

interface SettingLabel {
  key: string
  label: string
  hint?: string
}

interface SettingGroup {
  title: string
  settings: readonly SettingLabel[]
}

export const settingGroups = (): readonly SettingGroup[] => [
  brandingGroup(),
  accountGroup(),
  updateGroup(),
  scanGroup(),
  pictureGroup(),
  limitGroup(),
]

const brandingGroup = (): SettingGroup => ({
  title: t('Name and color'),
  settings: [
    {
      key: 'branding.name',
      label: t('Name of this server'),
      hint: t('Shown here, on the sign-in page and in reading apps'),
    },
    {
      key: 'branding.color',
      label: t('Accent color'),
      hint: t('For example, #2f6db5. The color is adjusted so that text stays readable.'),
    },
  ],
})

const accountGroup = (): SettingGroup => ({
  title: t('Accounts'),
  settings: [
    {
      key: 'auth.quick_switch',
      label: t('Switch between people with a PIN'),
      hint: t(
        'For devices that several people share. Each person sets a PIN in the security settings. Not available for administrators and accounts with two-factor authentication.',
      ),
    },
  ],
})

const updateGroup = (): SettingGroup => ({
  title: t('Updates'),
  settings: [
    {
      key: 'updates.check',
      label: t('Check for newer versions'),
      hint: t(
        'Checks once a day for a newer version, and notifies administrators. Nothing is installed.',
      ),
    },
  ],
})

const scanGroup = (): SettingGroup => ({
  title: t('Scans'),
  settings: [
    {
      key: 'scan.on_start',
      label: t('Scan all libraries when Quire starts'),
      hint: t('Finds what changed in any library while Quire was off'),
    },
    {
      key: 'scan.missing_share_percent',
      label: t('Percentage of missing files that needs confirmation'),
      hint: t('If more files are missing at once, the disk may be disconnected'),
    },
    {
      key: 'scan.missing_minimum',
      label: t('Minimum number of missing files that needs confirmation'),
      hint: t('If fewer files are missing, no confirmation is needed, whatever their percentage'),
    },
  ],
})

const pictureGroup = (): SettingGroup => ({
  title: t('Images and caches'),
  settings: [
    {
      key: 'thumbnails.quality',
      label: t('Thumbnail quality, in percent'),
      hint: t('Applies to thumbnails that are created from now on'),
    },
    {
      key: 'pages.cache_mb',
      label: t('Page cache, in megabytes'),
      hint: t(
        'Pages that were opened recently. When the cache is full, the oldest ones are deleted.',
      ),
    },
    {
      key: 'providers.cache_mb',
      label: t('Cache of provider responses, in megabytes'),
      hint: t('Stores responses so that providers are queried less often'),
    },
  ],
})

const limitGroup = (): SettingGroup => ({
  title: t('Rate limit'),
  settings: [
    {
      key: 'api.rate_limit.enabled',
      label: t('Limit the rate of requests'),
      hint: t('Turn this off only if a proxy in front of Quire limits requests'),
    },
    {
      key: 'api.rate_limit.identity_per_second',
      label: t('Requests per second per user'),
      hint: t('Average per user or API key'),
    },
    {
      key: 'api.rate_limit.identity_burst',
      label: t('Burst of requests per user'),
      hint: t('A page with many covers sends many requests at once'),
    },
    {
      key: 'api.rate_limit.address_per_second',
      label: t('Requests per second per address without sign-in'),
      hint: t('Average per address. People behind the same router share an address.'),
    },
    {
      key: 'api.rate_limit.address_burst',
      label: t('Burst of requests per address without sign-in'),
      hint: t('Opening the sign-in page sends several requests at once'),
    },
  ],
})

/** True if the server would accept the value. The server validates it again. */
export function isValidSetting(setting: Setting, value: string): boolean {
  const text = value.trim()
  if (setting.valueType === 'color') return text === '' || /^#([\da-f]{3}|[\da-f]{6})$/i.test(text)
  if (setting.valueType !== 'integer') return text !== ''
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return number >= (setting.minValue ?? 0) && number <= (setting.maxValue ?? Infinity)
}
