import { useState } from 'react'
import { formatPercent, t } from '../../../../i18n/i18n'
import type { Target } from '../engine/book/epub'
import type { Hit } from '../engine/book/book-search'
import text from '../text.module.css'
import type { BookSearch } from './use-book-search'

interface SearchPanelProps {
  search: BookSearch
  /** Returns the title of the chapter that contains a section. */
  chapterOf(index: number): string | null | undefined
  onTarget(target: Target): void
}

export function SearchPanel({ search, chapterOf, onTarget }: SearchPanelProps) {
  const { query, setQuery, found } = search
  const [words, formatSet] = useState(query)
  return (
    <>
      <form
        role="search"
        className={text.search}
        onSubmit={(event) => {
          event.preventDefault()
          setQuery(words.trim())
        }}
      >
        <input
          type="search"
          value={words}
          maxLength={200}
          enterKeyHint="search"
          aria-label={t('Search text')}
          placeholder={t('Search text')}
          onChange={({ currentTarget }) => formatSet(currentTarget.value)}
        />
      </form>
      <p role="status" className={text.status}>
        {query !== '' && formatStatus(found)}
        {!found.isWhole && ` ${t('Part of this book couldn’t be searched.')}`}
      </p>
      {byPart(found.hits).map((hits) => (
        <section key={hits[0]?.target.index}>
          <h3 className={text.part}>{chapterOf(hits[0]?.target.index ?? 0)}</h3>
          <ul className={text.list} role="list">
            {hits.map((hit, index) => (
              <li key={index}>
                <button type="button" onClick={() => onTarget(hit.target)}>
                  <span dir="auto">
                    {hit.before}
                    <mark>{hit.match}</mark>
                    {hit.after}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function byPart(hits: readonly Hit[]) {
  const parts: Hit[][] = []
  for (const hit of hits) {
    const part = parts.at(-1)
    if (part?.[0]?.target.index === hit.target.index) part.push(hit)
    else parts.push([hit])
  }
  return parts
}

function formatStatus({ hits, done, isCut }: BookSearch['found']) {
  const count = hits.length
  if (isCut) return t('First {count} results', { count })
  const found = t('{count, plural, =0 {No results} one {# result} other {# results}}', { count })
  if (done === 1) return found
  const looked = t('{percent} searched', { percent: formatPercent(done) })
  return count === 0 ? looked : `${found} · ${looked}`
}
