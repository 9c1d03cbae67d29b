import { t } from '../../../../i18n/i18n'
import { endOfDay } from './local-date'

export type KeyLifetime = 'never' | '30' | '365' | 'day'

export const lifeChoices = (): { value: KeyLifetime; label: string }[] => [
  { value: 'never', label: t('Never') },
  { value: '30', label: t('30 days') },
  { value: '365', label: t('One year') },
  { value: 'day', label: t('Custom date…') },
]

const dayMs = 86_400_000

/**
 * Expiration time for the API. `day` is the value of a date input, and the key is valid until the
 * end of that day.
 */
export function getExpiryDate(lifetime: KeyLifetime, day: string): string | null {
  if (lifetime === 'never') return null
  if (lifetime === 'day') return day === '' ? null : endOfDay(day).toISOString()
  return new Date(Date.now() + Number(lifetime) * dayMs).toISOString()
}
