import { formatNumber, t } from '../../../i18n/i18n'

const shownNames = 12

/** Returns text such as `Drama, Noir and 3 more`. `names` may contain fewer than `count` names. */
export function formatNameList(names: readonly string[], count: number): string {
  const list = names.slice(0, shownNames).join(', ')
  const rest = count - Math.min(names.length, shownNames)
  return rest > 0 ? t('{list} and {count} more', { list, count: formatNumber(rest) }) : list
}
