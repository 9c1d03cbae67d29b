import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { formatBytes } from '../../../i18n/bytes'
import { t } from '../../../i18n/i18n'
import { NativeSelect } from '../../controls/native-select'
import { isReadable } from '../../../../shared/is-readable'
import { type Choice, chooseBooks } from './choose-books'
import { SaveForm } from './save-form'
import { useSavedBooks } from '../saved/use-saved-books'
import { useSaving } from './use-saving'

type Book = Schemas['Book']

interface SaveSeriesProps {
  id: string
  onClose: () => void
}

const choices: readonly Choice[] = ['next-3', 'next-10', 'unread', 'all']

const formatChoice = (choice: Choice) => {
  if (choice === 'next-3') return t('Next 3 unread books')
  if (choice === 'next-10') return t('Next 10 unread books')
  return choice === 'unread' ? t('All unread books') : t('All books')
}

export function SaveSeries({ id, onClose }: SaveSeriesProps) {
  const [choice, setChoice] = useState<Choice>('next-3')
  const answer = useQuery({
    queryKey: ['books-to-save', id],
    queryFn: () => loadBooks(id),
    staleTime: 0,
  })
  const saved = useSavedBooks()
  const { save, ...state } = useSaving(onClose)
  const savedIds = new Set(saved?.map(({ bookId }) => bookId))
  const chosen = chooseBooks(answer.data ?? [], choice, savedIds)
  const isReady = answer.data !== undefined && saved !== undefined
  return (
    <SaveForm
      {...state}
      question={answer}
      isReady={isReady}
      onClose={onClose}
      onSave={chosen.length > 0 ? () => save(chosen) : undefined}
    >
      <NativeSelect<Choice>
        label={t('Books')}
        value={choice}
        onChange={setChoice}
        choices={choices.map((value) => ({ value, label: formatChoice(value) }))}
      />
      <p>{formatChosen(chosen)}</p>
    </SaveForm>
  )
}

const formatChosen = (chosen: readonly Book[]) =>
  chosen.length === 0
    ? t('All of these books are already saved')
    : t(
        '{count, plural, one {# book, up to {size}. It will be saved in this browser, so you can read it without the server.} other {# books, up to {size}. They will be saved in this browser, so you can read them without the server.}}',
        {
          count: chosen.length,
          size: formatBytes(chosen.reduce((sum, { fileSize }) => sum + fileSize, 0)),
        },
      )

const booksPerRequest = 500
/** Limits the number of requests, because browsers rarely have space for more books. */
const mostRequests = 10

async function loadBooks(id: string): Promise<readonly Book[]> {
  const books: Book[] = []
  for (let page = 1; page <= mostRequests; page++) {
    const query = { page, pageSize: booksPerRequest }
    const { data, total } = await readResponse(
      api.GET('/api/v1/series/{id}/books', { params: { path: { id }, query } }),
    )
    books.push(...data)
    if (books.length >= total) break
  }
  return books.filter(isReadable)
}
