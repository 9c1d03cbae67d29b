/** A cover's menu, with the current state of its book or series. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { coverMenu, type CoverMenuRequest } from '../../components/covers/cover-menu'
import { toast } from '../../components/feedback/toast'
import type { MenuItem } from '../../components/menus/menu-item'
import { menus } from '../../components/menus/menu'
import { bookQuery } from '../../screens/book/queries'
import { seriesQuery } from '../../screens/series/queries'
import { useBookItems } from './book-items'
import { useSeriesItems } from './series-items'

const BookEdit = lazy(async () => ({
  default: (await import('../../screens/book/edit/book-edit')).BookEdit,
}))
const SeriesEdit = lazy(async () => ({
  default: (await import('../../screens/series/edit/series-edit')).SeriesEdit,
}))

interface OpenedProps {
  request: CoverMenuRequest
  isOpen: boolean
}

export const OpenedCoverMenu = (props: OpenedProps) =>
  props.request.target.kind === 'book' ? <BookMenu {...props} /> : <SeriesMenu {...props} />

const close = () => coverMenu.set(undefined)

function BookMenu({ request, isOpen }: OpenedProps) {
  const { id } = request.target
  const book = useQuery(bookQuery(id))
  useReportedError(book.data ? null : book.error)
  if (!book.data) return null
  return <LoadedBook request={request} isOpen={isOpen} book={book.data} />
}

function LoadedBook({ request, isOpen, book }: OpenedProps & { book: Schemas['FullBook'] }) {
  const [isEditing, setEditing] = useState(false)
  const groups = useBookItems(book, request.target, () => setEditing(true))
  return (
    <>
      <Popup request={request} isOpen={isOpen} groups={groups} />
      {isEditing && (
        <Suspense>
          <BookEdit id={book.id} title={request.target.title} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function SeriesMenu({ request, isOpen }: OpenedProps) {
  const series = useQuery(seriesQuery(request.target.id))
  useReportedError(series.data ? null : series.error)
  if (!series.data) return null
  return <LoadedSeries request={request} isOpen={isOpen} series={series.data} />
}

function LoadedSeries({ request, isOpen, series }: OpenedProps & { series: Schemas['Series'] }) {
  const [isEditing, setEditing] = useState(false)
  const groups = useSeriesItems(series, request.target, () => setEditing(true))
  return (
    <>
      <Popup request={request} isOpen={isOpen} groups={groups} />
      {isEditing && (
        <Suspense>
          <SeriesEdit series={series} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function useReportedError(error: Error | null) {
  useEffect(() => {
    if (error) reportError(error)
  }, [error])
}

function reportError(error: Error) {
  toast(formatError(error))
  close()
}

interface PopupProps extends OpenedProps {
  groups: readonly { items: readonly MenuItem[] }[]
}

function Popup({ request: { anchor, opener }, isOpen, groups }: PopupProps) {
  const [isLoaded, setLoaded] = useState(menus.part !== undefined)
  useEffect(() => {
    menus.load().then(
      () => setLoaded(true),
      () => reportError(new ApiError(0, undefined)),
    )
  }, [])
  if (!isLoaded || !menus.part) return null
  const { AnchoredMenu } = menus.part
  return (
    <AnchoredMenu
      groups={groups.filter(({ items }) => items.length > 0)}
      anchor={anchor}
      returnTo={opener}
      isOpen={isOpen}
      onClose={close}
    />
  )
}
