import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../api/mutation'
import { formatError } from '../../api/format-error'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { BookmarkIcon, CheckIcon } from '../icons'
import { toast } from '../feedback/toast'
import { useKeys } from '../../state/browser/shortcuts'
import { setWanted, type WantedState } from './set-wanted'
import styles from './details.module.css'

export function WantToRead({ kind, id, wanted }: WantedState) {
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
  const toggle = () => change.mutate(!isOn)
  useKeys({ w: toggle })
  return (
    <Button
      icon={isOn ? CheckIcon : BookmarkIcon}
      className={styles.wanted}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <span>{t('Want to read')}</span>
    </Button>
  )
}
