import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Kind = Schemas['ScanChange']['kind']

/** What a scan did, or would do, with so many books. */
export function kindWords(kind: Kind, count: number): string {
  switch (kind) {
    case 'added':
      return t('{count, plural, one {# new} other {# new}}', { count })
    case 'changed':
      return t('{count, plural, one {# changed} other {# changed}}', { count })
    case 'moved':
      return t('{count, plural, one {# moved or renamed} other {# moved or renamed}}', { count })
    case 'missing':
      return t(
        '{count, plural, one {# missing: into the trash} other {# missing: into the trash}}',
        {
          count,
        },
      )
    case 'returned':
      return t('{count, plural, one {# back again} other {# back again}}', { count })
    case 'series_moved':
      return t('{count, plural, one {# in another series} other {# in other series}}', { count })
  }
}

export const kinds = [
  'added',
  'changed',
  'moved',
  'missing',
  'returned',
  'series_moved',
] as const satisfies readonly Kind[]

/** A kind of change, to choose from. */
export function kindTitle(kind: Kind): string {
  switch (kind) {
    case 'added':
      return t('New books')
    case 'changed':
      return t('Changed books')
    case 'moved':
      return t('Moved or renamed books')
    case 'missing':
      return t('Missing books')
    case 'returned':
      return t('Books that are back')
    case 'series_moved':
      return t('Books in another series')
  }
}

/** What a scan did with one book. */
export function kindWord(kind: Kind): string {
  switch (kind) {
    case 'added':
      return t('is new')
    case 'changed':
      return t('has changed')
    case 'moved':
      return t('was moved or renamed')
    case 'missing':
      return t('is missing')
    case 'returned':
      return t('is back')
    case 'series_moved':
      return t('is in another series')
  }
}
