import { formatNumber, t } from '../../i18n/i18n'

const shownNames = 12

/** `Drama, Noir and 3 more`. */
export function namesWords(names: readonly string[]): string {
  const list = names.slice(0, shownNames).join(', ')
  const rest = names.length - shownNames
  return rest > 0 ? t('{list} and {count} more', { list, count: formatNumber(rest) }) : list
}
