/** Lets the user choose the book for an entry: a suggestion, or any book found by a search. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { Dialog } from '../../../components/dialogs/dialog'
import { Loading } from '../../../components/feedback/states'
import { useDebounced } from '../../../components/use-debounced'
import { bookTitle, fullBookTitle } from '../../../labels/metadata-labels'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { type Decision, formatCandidate, formatEntry, type ReviewEntry } from './import-requests'
import styles from './import.module.css'

interface ChooseBookProps {
  entry: Pick<ReviewEntry, 'series' | 'number' | 'volume' | 'year'> &
    Partial<Pick<ReviewEntry, 'candidates'>>
  /** Whether the entry can be kept as missing. */
  mayKeep?: boolean
  onClose: () => void
  onChoose: (decision: Decision) => void
}

interface Series {
  id: string
  title: string
}

export function ChooseBook({ entry, mayKeep = false, onClose, onChoose }: ChooseBookProps) {
  const [typed, setTyped] = useState(entry.series)
  const [series, setSeries] = useState<Series>()
  const words = useDebounced(typed.trim(), 200)
  return (
    <Dialog
      open
      onClose={onClose}
      title={formatEntry(entry)}
      actions={
        <>
          {mayKeep && <Button onClick={() => onChoose('missing')}>{t('Keep as missing')}</Button>}
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </>
      }
    >
      <Suggestions candidates={entry.candidates ?? []} onChoose={onChoose} />
      <Field
        label={t('Search for a series or book')}
        name="words"
        type="search"
        autoFocus
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setSeries(undefined)
        }}
      />
      {series ? (
        <BooksOfSeries series={series} onChoose={onChoose} />
      ) : (
        <Found words={words} onSeries={setSeries} onChoose={onChoose} />
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  title: string
  note: string
  onClick: () => void
}

const Choice = ({ title, note, onClick }: ChoiceProps) => (
  <li>
    <button type="button" className={styles.choice} onClick={onClick}>
      <span>{title}</span>
      <small>{note}</small>
    </button>
  </li>
)

interface SuggestionsProps extends Pick<ChooseBookProps, 'onChoose'> {
  candidates: ReviewEntry['candidates']
}

function Suggestions({ candidates, onChoose }: SuggestionsProps) {
  if (candidates.length === 0) return null
  return (
    <ul role="list" aria-label={t('Suggestions')} className={styles.choices}>
      {candidates.map((candidate) => {
        const label = formatCandidate(candidate)
        return (
          <Choice
            key={candidate.bookId}
            title={label}
            note={candidate.reasons.map(translate).join(' · ')}
            onClick={() => onChoose({ bookId: candidate.bookId, label })}
          />
        )
      })}
    </ul>
  )
}

interface FoundProps {
  words: string
  onSeries: (series: Series) => void
  onChoose: (decision: Decision) => void
}

function Found({ words, onSeries, onChoose }: FoundProps) {
  const { data } = useQuery({
    ...apiQuery('/api/v1/search', {
      params: { query: { q: words, kinds: 'series,books', limit: 15 } },
    }),
    enabled: words !== '',
    placeholderData: keepPreviousData,
  })
  if (words === '') return null
  if (!data) return <Loading />
  if (data.series.length + data.books.length === 0) return <p role="status">{t('Nothing found')}</p>
  return (
    <ul role="list" aria-label={t('Results')} className={styles.choices}>
      {data.series.map(({ id, title }) => (
        <Choice
          key={id}
          title={title}
          note={t('Series', { context: 'one' })}
          onClick={() => onSeries({ id, title })}
        />
      ))}
      {data.books.map((book) => {
        const label = fullBookTitle(book)
        return (
          <Choice
            key={book.id}
            title={label}
            note={t('Book')}
            onClick={() => onChoose({ bookId: book.id, label })}
          />
        )
      })}
    </ul>
  )
}

interface BooksProps {
  series: Series
  onChoose: (decision: Decision) => void
}

function BooksOfSeries({ series: { id, title }, onChoose }: BooksProps) {
  const { data } = useQuery(
    apiQuery('/api/v1/series/{id}/books', {
      params: { path: { id }, query: { pageSize: 500 } },
    }),
  )
  if (!data) return <Loading />
  return (
    <ul role="list" aria-label={t('Books in {name}', { name: title })} className={styles.choices}>
      {data.data.map((book) => (
        <Choice
          key={book.id}
          title={bookTitle(book)}
          note={title}
          onClick={() => onChoose({ bookId: book.id, label: `${title} · ${bookTitle(book)}` })}
        />
      ))}
    </ul>
  )
}
