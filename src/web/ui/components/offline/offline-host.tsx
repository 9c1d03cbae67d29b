import { lazy, Suspense } from 'react'
import { useStore } from '../../state/store'
import { savingOffline, signOutQuestion } from './saving-offline'

const SaveOfflineDialog = lazy(async () => ({
  default: (await import('./dialog/save-offline-dialog')).SaveOfflineDialog,
}))
const SignOutDialog = lazy(async () => ({
  default: (await import('./sign-out-dialog')).SignOutDialog,
}))

/** Dialogs for saving books, and for signing out while books are saved. */
export function OfflineHost() {
  const request = useStore(savingOffline)
  const answer = useStore(signOutQuestion)
  return (
    <Suspense>
      {request && <SaveOfflineDialog {...request} onClose={() => savingOffline.set(undefined)} />}
      {answer && <SignOutDialog onAnswer={answer} />}
    </Suspense>
  )
}
