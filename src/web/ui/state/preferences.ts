/** Settings that the server keeps for this person, on every device. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../api/mutation'
import { answerOf, api, type Schemas } from '../api/client'
import { errorWords } from '../api/error-words'
import { ask } from '../api/query'
import { toast } from '../components/toast'

type Values = Schemas['ScopedPreferences']['preferences']

const question = ask('/api/v1/preferences', { params: { query: { scope: 'user' } } })

/** The values, empty until they are known, and what changes them: it shows at once. */
export function usePreferences(): {
  values: Values
  isKnown: boolean
  change: (next: Values) => void
} {
  const queries = useQueryClient()
  const answer = useQuery(question)
  const saving = useMutation({
    mutationFn: (preferences: Values) =>
      answerOf(
        api.PATCH('/api/v1/preferences', {
          params: { query: { scope: 'user' } },
          body: { preferences },
        }),
      ),
    onError: (error) => {
      toast(errorWords(error))
      void queries.invalidateQueries({ queryKey: [question.queryKey[0]] })
    },
  })
  const change = (next: Values) => {
    queries.setQueryData(
      question.queryKey,
      (known) => known && { ...known, preferences: { ...known.preferences, ...next } },
    )
    saving.mutate(next)
  }
  return { values: answer.data?.preferences ?? {}, isKnown: !answer.isPending, change }
}
