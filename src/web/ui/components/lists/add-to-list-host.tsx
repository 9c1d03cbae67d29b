import { lazy, Suspense } from 'react'
import { useStore } from '../../state/store'
import { addingToList } from './add-to-list'

const AddToListDialog = lazy(async () => ({
  default: (await import('./add-to-list-dialog')).AddToListDialog,
}))

export function AddToListHost() {
  const request = useStore(addingToList)
  if (!request) return null
  return (
    <Suspense>
      <AddToListDialog {...request} onClose={() => addingToList.set(undefined)} />
    </Suspense>
  )
}
