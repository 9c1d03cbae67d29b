/** Which cover a series shows: that of its first book, of another, or a picture of one's own. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { addressOf, answerOf, api, type Schemas } from '../../../api/client'
import { errorWords } from '../../../api/error-words'
import { ask } from '../../../api/query'
import { Button, IconButton } from '../../../components/button'
import { CheckIcon, TrashIcon, UploadIcon } from '../../../components/icons'
import { ErrorState, Loading } from '../../../components/states'
import { toast } from '../../../components/toast'
import { bookLabel } from '../../../components/work/names'
import { withId } from '../../../components/work/use-action'
import { t } from '../../../i18n/i18n'
import { askBooks, askSeries } from '../questions'
import styles from './cover-chooser.module.css'

type Series = Schemas['Series']

export function CoverChooser({ series }: { series: Series }) {
  const { id } = series
  const covers = useQuery(askCovers(id))
  const books = useQuery(askBooks(id, {}))
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      [askSeries(id).queryKey, askCovers(id).queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const failed = [covers, books].find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} retry={failed.refetch} />
  if (!covers.data || !books.data) return <Loading />
  return (
    <div className={styles.chooser}>
      <Upload id={id} onDone={refresh} />
      <p className={styles.note}>
        {t('A choice counts at once, and stays until you choose again.')}
      </p>
      <Options
        series={series}
        covers={covers.data.covers}
        books={books.data.data}
        onDone={refresh}
      />
    </div>
  )
}

const askCovers = (id: string) => ask('/api/v1/series/{id}/covers', withId(id))

interface OptionsProps {
  series: Series
  covers: readonly Schemas['Cover'][]
  books: readonly Schemas['Book'][]
  onDone: () => Promise<unknown>
}

function Options({ series: { id, selectedCoverSource }, covers, books, onDone }: OptionsProps) {
  const choose = useMutation({
    mutationFn: (source: string) =>
      answerOf(api.PATCH('/api/v1/series/{id}/cover/source', { ...withId(id), body: { source } })),
    onSuccess: onDone,
    onError: (error) => toast(errorWords(error)),
  })
  const shown = choose.isPending ? choose.variables : (selectedCoverSource ?? 'first_book')
  const option = (source: string, words: string, picture: string) => (
    <Option
      key={source}
      words={words}
      picture={picture}
      isChosen={shown === source}
      onChoose={() => choose.mutate(source)}
    />
  )
  const [first] = books
  return (
    <ul role="list" className={styles.options}>
      {first &&
        option('first_book', t('Always the first book'), `api/v1/books/${first.id}/thumbnail`)}
      {covers.map((cover) => (
        <Given key={cover.id} cover={cover} onGone={onDone}>
          {option(
            cover.source,
            cover.source === 'custom' ? t('Your picture') : cover.source.replace(/^plugin:/, ''),
            `api/v1/series/${id}/covers/${cover.id}/image`,
          )}
        </Given>
      ))}
      {books.map((book) =>
        option(`book:${book.id}`, bookLabel(book), `api/v1/books/${book.id}/thumbnail`),
      )}
    </ul>
  )
}

interface OptionProps {
  words: string
  picture: string
  isChosen: boolean
  onChoose: () => void
}

const Option = ({ words, picture, isChosen, onChoose }: OptionProps) => (
  <li className={styles.option}>
    <button type="button" aria-pressed={isChosen} onClick={onChoose}>
      <img src={addressOf(picture)} alt="" width={200} height={300} loading="lazy" />
      <span>
        {isChosen && <CheckIcon size={15} />}
        {words}
      </span>
    </button>
  </li>
)

interface GivenProps {
  cover: Schemas['Cover']
  onGone: () => Promise<unknown>
  children: ReactNode
}

/** A picture that can be taken away again. */
function Given({ cover: { id: coverId, seriesId }, onGone, children }: GivenProps) {
  const remove = useMutation({
    mutationFn: () =>
      answerOf(
        api.DELETE('/api/v1/series/{id}/covers/{coverId}', {
          params: { path: { id: seriesId, coverId } },
        }),
      ),
    onSuccess: onGone,
    onError: (error) => toast(errorWords(error)),
  })
  return (
    <>
      {children}
      <li className={styles.remove}>
        <IconButton
          label={t('Delete this picture')}
          icon={TrashIcon}
          onClick={() => remove.mutate()}
        />
      </li>
    </>
  )
}

function Upload({ id, onDone }: { id: string; onDone: () => Promise<unknown> }) {
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('file', file)
      // The generated type says text where a form has a file.
      const body = form as unknown as { file: string }
      return answerOf(
        api.POST('/api/v1/series/{id}/cover', { ...withId(id), body, bodySerializer: () => form }),
      )
    },
    onSuccess: () => {
      toast(t('This is the cover now'))
      return onDone()
    },
    onError: (error) => toast(errorWords(error)),
  })
  return (
    <div
      className={styles.upload}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) upload.mutate(file)
      }}
    >
      <p>{t('Drop a picture here, or choose one: JPEG, PNG, WebP, GIF or AVIF.')}</p>
      <Button icon={UploadIcon} busy={upload.isPending} onClick={() => input.current?.click()}>
        {t('Choose a picture')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        className="hidden-words"
        tabIndex={-1}
        aria-label={t('Choose a picture')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) upload.mutate(file)
          target.value = ''
        }}
      />
    </div>
  )
}
