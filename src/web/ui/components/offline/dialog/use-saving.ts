/** Checks the available space, then starts saving. */
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../../../api/client'
import { t } from '../../../i18n/i18n'
import { formatBytes } from '../../../i18n/bytes'
import { registerServiceWorker } from '../../../state/browser/service-worker'
import { findShortage, saveBooks } from '../../../state/offline/saving/save-queue'
import { trySavedCopies } from '../../../state/offline/offline-start'
import { useUser } from '../../../state/session/session'
import { toast } from '../../feedback/toast'
import { reportSavingProblems } from '../saved/use-saved-books'

let isReporting = false

export function useSaving(onDone: () => void) {
  const user = useUser()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const start = async (books: readonly Schemas['Book'][]) => {
    if (!user) return
    const shortage = await findShortage(books)
    if (shortage) {
      return setProblem(
        t(
          'Not enough space in this browser: up to {needed} needed, {available} available. Remove saved books, or free space on this device.',
          {
            needed: formatBytes(shortage.needed),
            available: formatBytes(shortage.available),
          },
        ),
      )
    }
    if (!isReporting) reportSavingProblems()
    isReporting = true
    await registerServiceWorker()
    await navigator.serviceWorker.ready
    await saveBooks(user, books)
    trySavedCopies()
    toast(t('Saving. Keep Quire open until it’s done.'), {
      label: t('Show'),
      onSelect: () => void navigate({ to: '/settings/$section', params: { section: 'offline' } }),
    })
    onDone()
  }
  const save = (books: readonly Schemas['Book'][]) => {
    setBusy(true)
    setProblem(undefined)
    start(books)
      .catch((error: unknown) => {
        if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error
        setProblem(
          error.name === 'QuotaExceededError'
            ? t('This browser has no space left. Remove saved books, or free space on this device.')
            : t(
                'This browser can’t save books. If this is a private window, use a regular window instead.',
              ),
        )
      })
      .finally(() => setBusy(false))
  }
  return { save, isBusy, problem }
}
