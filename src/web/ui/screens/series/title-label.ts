import { formatLanguage } from '../../labels/metadata-labels'
import { t } from '../../i18n/i18n'

/**
 * The label is a language code or free text. Labels from files are always "Localized" or "Other".
 */
export function titleLabel(label: string): string {
  if (label === 'Localized') return t('Localized title')
  if (label === 'Other') return t('Alternate title')
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(label) ? formatLanguage(label) : label
}
