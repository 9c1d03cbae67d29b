/** Labels for parsing rules: matched names and effects. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Rule = Schemas['NameRule']

export function formatRulePosition(on: Rule['on']): string {
  switch (on) {
    case 'file':
      return t('Files named')
    case 'folder':
      return t('Folders named')
    case 'path':
      return t('Paths')
  }
}

export function formatRuleChange({
  set = {},
  offset = {},
  countAs,
  acrossFolders,
}: Rule['change']): string[] {
  const values = Object.entries(set).flatMap(([name, value]) =>
    value === undefined ? [] : [`${formatRuleValue(name)}: ${String(value ?? '–')}`],
  )
  const offsets = Object.entries(offset).map(([name, by]) =>
    t('{value} shifted by {by}', { value: formatRuleValue(name), by: String(by) }),
  )
  return [
    ...values,
    ...offsets,
    ...(countAs ? [t('number type: {value}', { value: formatRuleValue(countAs) })] : []),
    ...(acrossFolders ? [t('grouped across folders')] : []),
  ]
}

export function formatRuleValue(name: string): string {
  switch (name) {
    case 'series':
      return t('Series', { context: 'one' })
    case 'title':
      return t('Title')
    case 'volume':
      return t('Volume')
    case 'chapter':
      return t('Chapter')
    case 'number':
      return t('Number')
    case 'year':
      return t('Year')
    case 'edition':
      return t('Edition')
    default:
      return t('Other value')
  }
}
