import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Kind = Schemas['ScanChange']['kind']

/** Returns the label for a change with its number of books. */
export function formatKind(kind: Kind, count: number): string {
  switch (kind) {
    case 'added':
      return t('{count, plural, one {# new} other {# new}}', { count })
    case 'changed':
      return t('{count, plural, one {# changed} other {# changed}}', { count })
    case 'moved':
      return t('{count, plural, one {# moved or renamed} other {# moved or renamed}}', { count })
    case 'missing':
      return t(
        '{count, plural, one {# missing, will be moved to the trash} other {# missing, will be moved to the trash}}',
        {
          count,
        },
      )
    case 'returned':
      return t('{count, plural, one {# restored} other {# restored}}', { count })
    case 'series_moved':
      return t('{count, plural, one {# moved to another series} other {# moved to other series}}', {
        count,
      })
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

/** Returns the label for a type of change in the filter. */
export function formatChangeKind(kind: Kind): string {
  switch (kind) {
    case 'added':
      return t('New books')
    case 'changed':
      return t('Updated books')
    case 'moved':
      return t('Moved or renamed books')
    case 'missing':
      return t('Missing books')
    case 'returned':
      return t('Restored books')
    case 'series_moved':
      return t('Books moved to another series')
  }
}

/** Returns the label for a change to a single book. */
export function formatChangeVerb(kind: Kind): string {
  switch (kind) {
    case 'added':
      return t('new')
    case 'changed':
      return t('changed')
    case 'moved':
      return t('moved or renamed')
    case 'missing':
      return t('missing')
    case 'returned':
      return t('restored')
    case 'series_moved':
      return t('moved to another series')
  }
}
