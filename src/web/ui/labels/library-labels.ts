/** Types of libraries: their labels and usual reading directions. */
import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n'
import type { Choice } from '../components/controls/select'

type NewLibrary = Schemas['NewLibrary']
export type LibraryType = NonNullable<NewLibrary['type']>

/** Returns the usual reading direction for a library type. */
export function getTypeDirection(type: LibraryType) {
  if (type === 'webtoon') return 'webtoon'
  return type === 'manga' ? 'rtl' : 'ltr'
}

export const typeChoices = (): readonly Choice<LibraryType>[] => [
  { value: 'comic', label: t('Comics') },
  { value: 'manga', label: t('Manga') },
  { value: 'webtoon', label: t('Webtoons') },
  { value: 'book', label: t('Books') },
  { value: 'mixed', label: t('Mixed') },
]
