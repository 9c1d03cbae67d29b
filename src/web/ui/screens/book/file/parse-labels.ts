/** Labels for parsed values and rule effects. */
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'

export function formatParsedField(field: string): string {
  const known: Record<string, string> = {
    series: t('Series', { context: 'one' }),
    title: t('Title'),
    volume: t('Volume'),
    volumeEnd: t('Last volume'),
    chapter: t('Chapter'),
    chapterEnd: t('Last chapter'),
    number: t('Number'),
    year: t('Year'),
    count: t('Total in series'),
    edition: t('Edition'),
    special: t('Special'),
    language: t('Language'),
    scanlator: t('Translation group'),
    group: t('Scan group'),
    publisher: t('Publisher'),
    authors: t('People'),
  }
  return known[field] ?? field
}

export function formatParseChange({ set, offset, countAs }: Schemas['NameRule']['change']): string {
  const values = Object.entries(set ?? {}).map(
    ([field, value]) => `${formatParsedField(field)}: ${value ?? t('none')}`,
  )
  const offsets = Object.entries(offset ?? {}).map(
    ([field, value]) => `${formatParsedField(field)} ${value > 0 ? '+' : '−'}${Math.abs(value)}`,
  )
  const counted = {
    volume: t('numbers are volumes'),
    chapter: t('numbers are chapters'),
  }
  return [...values, ...offsets, ...(countAs ? [counted[countAs]] : [])].join(' · ')
}
