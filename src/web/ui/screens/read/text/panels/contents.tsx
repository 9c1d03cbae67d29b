/** Table of contents, bookmarks and highlights. */
import { useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../../components/controls/button'
import { TrashIcon } from '../../../../components/icons'
import { Tabs } from '../../../../components/controls/tabs'
import { formatDate, formatPercent, t } from '../../../../i18n/i18n'
import { useReaderMarks } from '../../frame/reader-marks'
import type { TocItem } from '../engine/book/epub'
import type { Locator } from '../engine/locator'
import { HighlightList } from './highlight-list'
import text from '../text.module.css'
import { useTextPosition } from '../text-position'
import { TocList } from './toc-list'
import { markedPlaces } from '../hooks/use-text-bookmarks'

interface ContentsProps {
  bookId: string
  toc: readonly TocItem[]
}

export function TextContents({ bookId, toc }: ContentsProps) {
  const { goTo } = useTextPosition()
  const highlights = (
    <HighlightList bookId={bookId} onGo={({ locator }) => goTo(locator as Locator)} />
  )
  const [tab, setTab] = useState<'chapters' | 'bookmarks' | 'highlights'>('chapters')
  return (
    <Tabs
      label={t('Contents')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'chapters', label: t('Chapters'), content: <Chapters toc={toc} /> },
        { value: 'bookmarks', label: t('Bookmarks'), content: <Bookmarks /> },
        { value: 'highlights', label: t('Highlights'), content: highlights },
      ]}
    />
  )
}

function Chapters({ toc }: Pick<ContentsProps, 'toc'>) {
  const { place, goToHref } = useTextPosition()
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    current?.focus({ preventScroll: true })
    current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <nav ref={list} aria-label={t('Chapters')}>
      <TocList items={toc} current={place?.chapter ?? null} onHref={goToHref} />
      {toc.length === 0 && <p>{t('This book has no table of contents')}</p>}
    </nav>
  )
}

function Bookmarks() {
  const { goTo } = useTextPosition()
  const { bookmarks, removeBookmark } = useReaderMarks()
  const places = markedPlaces(bookmarks)
  if (places.length === 0) return <p>{t('No bookmarks yet')}</p>
  return (
    <ul className={text.list} role="list">
      {places.map(({ mark, locator }) => (
        <li key={mark.id} className={text.marked}>
          <button type="button" onClick={() => goTo(locator)}>
            {locator.title ?? t('Position in the book')}
            {locator.text?.highlight && (
              <span className={text.words} dir="auto">
                {locator.text.highlight}
              </span>
            )}
            <small>
              {formatPercent(locator.locations.totalProgression ?? 0)} ·{' '}
              {formatDate(mark.createdAt)}
            </small>
          </button>
          <IconButton
            label={t('Remove bookmark')}
            icon={TrashIcon}
            onClick={() => removeBookmark(mark)}
          />
        </li>
      ))}
    </ul>
  )
}
