import { useQueryClient } from '@tanstack/react-query'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { setWanted, type WantedState } from '../../components/details/set-wanted'
import { toast } from '../../components/feedback/toast'
import { BookmarkIcon } from '../../components/icons'
import type { MenuItem } from '../../components/menus/menu-item'
import { t } from '../../i18n/i18n'

export function useWantToReadItem({ kind, id, wanted }: WantedState): MenuItem {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (next: boolean) => setWanted({ kind, id, wanted: next }),
    onSuccess: (_, next) => {
      toast(next ? t('Added to Want to read') : t('Removed from Want to read'))
      return queries.invalidateQueries({
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
  return {
    label: t('Want to read'),
    icon: BookmarkIcon,
    checked: wanted,
    onSelect: () => mutate(!wanted),
  }
}
