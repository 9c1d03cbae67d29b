/** Table of contents and bookmarks. */
import { useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../../components/controls/button'
import { TrashIcon } from '../../../../components/icons'
import { Tabs } from '../../../../components/controls/tabs'
import { formatDate, formatPercent, t } from '../../../../i18n/i18n'
import type { TextSidePanelProps } from './side-panel-props'
import { HighlightList } from './highlight-list'
import text from '../text.module.css'
import { TocList } from './toc-list'
import { markedPlaces } from '../hooks/use-text-bookmarks'

type ContentsProps = Pick<
  TextSidePanelProps,
  'view' | 'opened' | 'bookmarks' | 'highlights' | 'bookId'
>

export function TextContents(props: ContentsProps) {
  const [tab, setTab] = useState<'chapters' | 'bookmarks' | 'highlights'>('chapters')
  return (
    <Tabs
      label={t('Contents')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'chapters', label: t('Chapters'), content: <Chapters {...props} /> },
        { value: 'bookmarks', label: t('Bookmarks'), content: <Bookmarks {...props} /> },
        { value: 'highlights', label: t('Highlights'), content: <HighlightList {...props} /> },
      ]}
    />
  )
}

function Chapters({ opened, view }: ContentsProps) {
  const list = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    current?.focus({ preventScroll: true })
    current?.scrollIntoView({ block: 'center' })
  }, [])
  const { toc } = opened.book
  return (
    <nav ref={list} aria-label={t('Chapters')}>
      <TocList items={toc} current={view.place?.chapter ?? null} onHref={view.goToHref} />
      {toc.length === 0 && <p>{t('This book has no table of contents')}</p>}
    </nav>
  )
}

function Bookmarks({ bookmarks, view }: ContentsProps) {
  const places = markedPlaces(bookmarks.marks)
  if (places.length === 0) return <p>{t('No bookmarks yet')}</p>
  return (
    <ul className={text.list} role="list">
      {places.map(({ mark, locator }) => (
        <li key={mark.id} className={text.marked}>
          <button type="button" onClick={() => view.goToLocator(locator)}>
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
            onClick={() => bookmarks.remove(mark)}
          />
        </li>
      ))}
    </ul>
  )
}
