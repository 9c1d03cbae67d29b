import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf, type Schemas } from '../../api/client'
import { ask } from '../../api/query'
import { Field } from '../../components/field'
import { ListIcon } from '../../components/icons'
import { Select } from '../../components/select'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { Switch } from '../../components/switch'
import { t } from '../../i18n/i18n'
import { LogLines } from './log-lines'
import { Card, Part } from './part'
import styles from './settings.module.css'

type Line = Schemas['LogLine']
type Level = Line['level']

const kept = 500
const typingMs = 300

export function Logs() {
  const [level, setLevel] = useState<Level>('info')
  const [typed, setTyped] = useState('')
  const [isLive, setLive] = useState(true)
  const search = useSettled(typed)
  const query = { level, ...(search && { search }) }
  const logs = useQuery({
    ...ask('/api/v1/logs', { params: { query: { ...query, limit: kept } } }),
    staleTime: 0,
  })
  const fresh = useTail(query, isLive && logs.isSuccess)
  if (logs.isError) return <ErrorState error={logs.error} retry={logs.refetch} />
  const known = new Map([...(logs.data?.lines ?? []), ...fresh].map((line) => [line.id, line]))
  const lines = [...known.values()].toSorted((a, b) => b.id - a.id).slice(0, kept)
  return (
    <Part title={t('Logs')} lead={t('What Quire writes down, the newest first.')}>
      <div className={styles.filters}>
        <Select label={t('How much')} choices={levels()} value={level} onChange={setLevel} />
        <Field
          label={t('With these words')}
          name="search"
          type="search"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Switch label={t('Go on by itself')} checked={isLive} onChange={setLive} />
      </div>
      {logs.isPending && <Loading />}
      {logs.data && lines.length === 0 && <EmptyState icon={ListIcon} title={t('Nothing here')} />}
      {lines.length > 0 && (
        <Card>
          <LogLines lines={lines} />
        </Card>
      )}
    </Part>
  )
}

const levels = (): readonly { value: Level; label: string }[] => [
  { value: 'error', label: t('Errors only') },
  { value: 'warn', label: t('Warnings and errors') },
  { value: 'info', label: t('What happens') },
  { value: 'debug', label: t('Every detail') },
]

/** What was typed, once the fingers rest. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** New lines while somebody looks. */
function useTail(query: { level: Level; search?: string }, isOn: boolean): readonly Line[] {
  const [lines, setLines] = useState<readonly Line[]>([])
  const question = new URLSearchParams(query).toString()
  useEffect(() => {
    setLines([])
    if (!isOn) return undefined
    const source = new EventSource(addressOf(`api/v1/logs/stream?${question}`))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const line = JSON.parse(data) as Line
      setLines((last) => [...last.slice(-kept), line])
    })
    return () => source.close()
  }, [question, isOn])
  return lines
}
