/** A library's newest scan, tracked while it runs. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { onServerEvent } from './server-events'

const newest = { page: 1, pageSize: 1 }
/** Interval in milliseconds at which counts are requested. Progress arrives through events. */
const countsMs = 1_500

export const isScanRunning = (scan: Schemas['Scan'] | undefined) =>
  scan?.status === 'pending' || scan?.status === 'running'

const scansQuery = (id: string) =>
  apiQuery('/api/v1/libraries/{id}/scans', { params: { path: { id }, query: newest } })

export function useScan(libraryId: string): Schemas['Scan'] | undefined {
  const queries = useQueryClient()
  const scans = useQuery({
    ...scansQuery(libraryId),
    refetchInterval: ({ state }) => (isScanRunning(state.data?.data[0]) ? countsMs : false),
  })
  const [liveScan, setLiveScan] = useState<Partial<Schemas['Scan']>>()
  useEffect(
    () =>
      onServerEvent((happening) => {
        if (happening.type !== 'scan_progress' || happening.libraryId !== libraryId) return
        const { scanId: id, status, phase, filesProcessed, filesTotal } = happening
        setLiveScan({ id, status, phase, filesProcessed, filesTotal } as Partial<Schemas['Scan']>)
        // The scan has been queued or has ended, so all lists of scans are outdated.
        if (status !== 'running') {
          void queries.invalidateQueries({ queryKey: ['/api/v1/libraries'] })
          void queries.invalidateQueries({ queryKey: ['/api/v1/libraries/{id}/scans'] })
        } else void queries.invalidateQueries(scansQuery(libraryId))
      }),
    [libraryId, queries],
  )
  const known = scans.data?.data[0]
  if (!known || liveScan?.id !== known.id || !isScanRunning(known)) return known
  return { ...known, ...liveScan }
}
