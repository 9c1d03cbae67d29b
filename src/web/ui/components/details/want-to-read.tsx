import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { readResponse, api } from '../../api/client'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { BookmarkIcon, CheckIcon } from '../icons'
import { toast } from '../feedback/toast'
import styles from './details.module.css'

interface WantToReadProps {
  kind: 'series' | 'book'
  id: string
  wanted: boolean
}

export function WantToRead({ kind, id, wanted }: WantToReadProps) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (next: boolean) => setWanted({ kind, id, wanted: next }),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id),
      }),
    onError: (error) => toast(formatError(error)),
  })
  // Shows the requested value at once.
  const isOn = change.isPending ? change.variables : wanted
  return (
    <Button
      icon={isOn ? CheckIcon : BookmarkIcon}
      className={styles.wanted}
      aria-pressed={isOn}
      onClick={() => change.mutate(!isOn)}
    >
      <span>{t('Want to read')}</span>
    </Button>
  )
}

function setWanted({ kind, id, wanted }: WantToReadProps): Promise<unknown> {
  const params = { params: { path: { id } } }
  if (wanted) {
    const body = kind === 'series' ? { seriesId: id } : { bookId: id }
    return readResponse(api.POST('/api/v1/want-to-read', { body }))
  }
  return kind === 'series'
    ? readResponse(api.DELETE('/api/v1/want-to-read/series/{id}', params))
    : readResponse(api.DELETE('/api/v1/want-to-read/books/{id}', params))
}
