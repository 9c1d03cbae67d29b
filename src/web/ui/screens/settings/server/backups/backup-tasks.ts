/** Tracks the tasks that create and verify backups, and those that create full exports. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'

export const backupsPath = '/api/v1/admin/backups'
export const schedulePath = '/api/v1/admin/backup-schedule'
export const archivesPath = '/api/v1/admin/archives'
export const tasksPath = '/api/v1/tasks'

const pollMs = 2_000

type Task = Schemas['Task']

const isOpen = ({ status }: Task) => status === 'pending' || status === 'processing'

/**
 * Returns the latest backup task, and whether one is pending or running. When it ends, the list of
 * backups and the schedule are refetched.
 */
export function useBackupTask(): { latest: Task | undefined; isBusy: boolean } {
  const tasks = [useLatest('create_backup'), useLatest('verify_backup')].flatMap(
    (task) => task ?? [],
  )
  return useTasks(tasks, isOfBackups)
}

/** Like `useBackupTask`, but for full exports. */
export const useArchiveTask = () => {
  const latest = useLatest('write_archive')
  return useTasks(latest ? [latest] : [], isOfArchives)
}

function useTasks(tasks: readonly Task[], isStale: (path: unknown) => boolean) {
  const latest = tasks.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]
  const isBusy = tasks.some(isOpen)
  const wasBusy = useRef(false)
  const queries = useQueryClient()
  useEffect(() => {
    if (wasBusy.current && !isBusy) {
      void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => isStale(path) })
    }
    wasBusy.current = isBusy
  }, [isBusy, isStale, queries])
  return { latest, isBusy }
}

const isOfArchives = (path: unknown) => path === archivesPath
const isOfBackups = (path: unknown) => path === backupsPath || path === schedulePath

function useLatest(taskType: string): Task | undefined {
  const tasks = useQuery({
    ...apiQuery(tasksPath, { params: { query: { taskType, pageSize: 1 } } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? pollMs : false),
  })
  return tasks.data?.data[0]
}
