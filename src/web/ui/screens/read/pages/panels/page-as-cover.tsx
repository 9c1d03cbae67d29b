/** Sets the current page as the cover of the book or series. */
import type { Schemas } from '../../../../api/client'
import { readResponse, api } from '../../../../api/client'
import { IconButton } from '../../../../components/controls/button'
import { ImageIcon } from '../../../../components/icons'
import { Menu } from '../../../../components/menus/menu'
import { useCoverChange } from '../../../../components/cover-options/use-cover-change'
import { withId } from '../../../../components/use-action'
import { t } from '../../../../i18n/i18n'
import { usePermission } from '../../../../state/session/session'

interface PageAsCoverProps {
  page: number
  book: Pick<Schemas['Book'], 'id' | 'seriesId'>
}

export function PageAsCover({ page, book: { id, seriesId } }: PageAsCoverProps) {
  const ofBook = useCoverOfBook(id)
  const ofSeries = useCoverOfSeries(seriesId, id)
  const [mayBook, maySeries] = [usePermission('books:write'), usePermission('series:write')]
  const items = [
    ...(mayBook
      ? [
          {
            label: t('Use page {page} as the book cover', { page }),
            onSelect: () => ofBook.mutate(page),
          },
        ]
      : []),
    ...(maySeries
      ? [
          {
            label: t('Use page {page} as the series cover', { page }),
            onSelect: () => ofSeries.mutate(page),
          },
        ]
      : []),
  ]
  if (items.length === 0) return null
  return (
    <Menu
      trigger={<IconButton label={t('Use this page as a cover')} icon={ImageIcon} />}
      groups={[{ items }]}
    />
  )
}

// The page number is passed to the mutation, because a queued mutation may run after a page turn.

const useCoverOfBook = (id: string) =>
  useCoverChange(
    id,
    (page: number, signal) =>
      readResponse(
        api.POST('/api/v1/books/{id}/cover/page', { ...withId(id), body: { page }, signal }),
      ),
    { isTold: true },
  )

const useCoverOfSeries = (id: string, bookId: string) =>
  useCoverChange(
    id,
    (page: number, signal) =>
      readResponse(
        api.POST('/api/v1/series/{id}/cover/page', {
          ...withId(id),
          body: { bookId, page },
          signal,
        }),
      ),
    { isTold: true },
  )
