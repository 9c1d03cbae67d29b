/** What opens beside the pages: all of them small, and the keys. */
import { useEffect, useRef } from 'react'
import { addressOf, type Schemas } from '../../../api/client'
import { IconButton } from '../../../components/button'
import { CloseIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import styles from '../reader.module.css'
import { PageAsCover } from './page-as-cover'

interface PagesPanelProps {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  page: number
  bookmarked: ReadonlySet<number>
  onPage(page: number): void
  onClose(): void
}

export function PagesPanel({ book, pages, page, bookmarked, onPage, onClose }: PagesPanelProps) {
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <aside className={styles.drawer} aria-label={t('All pages')}>
      <header>
        <h2>{t('Pages')}</h2>
        <PageAsCover book={book} page={page} />
        <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
      </header>
      <ul className={styles.thumbs} role="list">
        {pages.map(({ pageNumber, bookmark, width, height }) => (
          <li key={pageNumber}>
            <button
              type="button"
              ref={pageNumber === page ? current : undefined}
              aria-current={pageNumber === page ? 'page' : undefined}
              onClick={() => onPage(pageNumber)}
            >
              <img
                src={addressOf(`api/v1/books/${book.id}/pages/${pageNumber}/thumbnail`)}
                width={width ?? 200}
                height={height ?? 300}
                loading="lazy"
                alt=""
              />
              <span>
                {bookmarked.has(pageNumber) && '⚑ '}
                {bookmark ?? pageNumber}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </aside>
  )
}

export function KeysPanel({ onClose }: { onClose(): void }) {
  return (
    <aside className={styles.drawer} aria-label={t('Keys')}>
      <header>
        <h2>{t('Keys')}</h2>
        <IconButton label={t('Close')} icon={CloseIcon} onClick={onClose} />
      </header>
      <dl className={styles.keys}>
        {keyWords().map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

const keyWords = (): [string, string][] => [
  ['← →', t('Turn the page, the way the book is read')],
  [t('Space'), t('On; with Shift back')],
  [t('Home, End'), t('First and last page')],
  ['D', t('One page, two, or as the screen allows')],
  ['S', t('Shift pairs by one page from here')],
  ['F', t('Next fit')],
  ['M', t('Next mode')],
  ['R', t('Next direction')],
  ['B', t('Bookmark')],
  ['G', t('Go to a page')],
  ['T', t('All pages')],
  ['A', t('Reading settings')],
  ['X', t('Full screen')],
  ['+ − 0', t('Zoom in, out, and back')],
  ['?', t('These keys')],
  ['Esc', t('Close; then leave the book')],
]
