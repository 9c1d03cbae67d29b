import { lazy, Suspense } from 'react'
import { useStore } from '../../state/store'
import { groupingTask } from './grouping'

const GroupingDialog = lazy(async () => ({
  default: (await import('./grouping-dialog')).GroupingDialog,
}))

export function GroupingHost() {
  const task = useStore(groupingTask)
  if (!task) return null
  return (
    <Suspense>
      <GroupingDialog task={task} onClose={() => groupingTask.set(undefined)} />
    </Suspense>
  )
}
