import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshWorks } from '../../api/query'
import { errorWords } from '../../api/error-words'
import { t } from '../../i18n/i18n'
import { toast } from '../toast'
import { actOnMany, type MassAct, outcomeWords } from './mass-acts'
import type { Selection, WorkKind } from './selection'

/** Does it, says how far it is, and what came of it; what failed in the middle stays selected. */
export function useMassAct(kind: WorkKind, selection: Selection) {
  const queries = useQueryClient()
  /** How many are done while it goes on. */
  const [done, setDone] = useState<number>()
  const run = async (act: MassAct) => {
    const ids = [...selection.ids]
    let count = 0
    setDone(0)
    try {
      const outcome = await actOnMany({ kind, act, ids }, (sofar) => setDone((count = sofar)))
      toast(outcomeWords(act, outcome))
      selection.end()
    } catch (error) {
      const problem = errorWords(error)
      toast(
        count === 0
          ? problem
          : t('{done} of {total} are done. Then: {problem}', {
              done: count,
              total: ids.length,
              problem,
            }),
      )
    } finally {
      setDone(undefined)
      void refreshWorks(queries)
    }
  }
  return { done, run }
}
