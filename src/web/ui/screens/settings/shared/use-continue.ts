import { api, readResponse } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { useChange } from '../../../components/use-change'

/** Copies all user data of the books in `bookIds` to a book with the same content. */
export function useContinue({ title, bookIds }: { title: string; bookIds: readonly string[] }) {
  const change = useChange<string>({
    act: async (id) => {
      for (const bookId of bookIds) {
        if (bookId === id) continue
        const params = { path: { id } }
        const body = { bookId }
        await readResponse(api.POST('/api/v1/books/{id}/continue', { params, body }))
      }
    },
    done: t('Reading data of {name} transferred to this copy', { name: title }),
    stale: ['/api/v1/'],
  })
  const busyId = change.isPending ? change.variables : undefined
  return { busyId, continueWith: (id: string) => change.mutate(id) }
}
