import { formatLanguage } from '../../labels/names'
import { t } from '../../i18n/i18n'

/** What kind of title it is: people write codes and words, files say only that it is another. */
export function titleLabel(label: string): string {
  if (label === 'Localized') return t('Localized title')
  if (label === 'Other') return t('Alternate title')
  return /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(label) ? formatLanguage(label) : label
}
