import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { DownloadIcon, ListIcon } from '../../../../components/icons'
import { Select } from '../../../../components/controls/select'
import { EmptyState, ErrorState, Loading } from '../../../../components/feedback/states'
import { Switch } from '../../../../components/controls/switch'
import { useDebounced } from '../../../../components/use-debounced'
import { t } from '../../../../i18n/i18n'
import { LogLines } from './log-lines'
import { logText } from './log-text'
import { SettingsCard, Part } from '../../shared/settings-section'
import { saveFile } from '../../shared/save-file'
import styles from '../../settings.module.css'
import { findKnown } from '../../shared/section-search'
import { type Level, type Lines, useLog } from './use-log'
import { useSectionSearch } from '../../shared/use-section-search'

const levels = ['error', 'warn', 'info', 'debug'] as const satisfies readonly Level[]
const typingMs = 300

export function Logs() {
  const [{ only, words }, show] = useSectionSearch()
  const level = findKnown(levels, only) ?? 'info'
  const [isLive, setLive] = useState(true)
  const log = useLog({ level, ...(words && { search: words }) }, isLive)
  return (
    <Part
      title={t('Logs')}
      lead={t('Server log, newest first')}
      actions={<SaveLog lines={log.lines} />}
    >
      <div className={styles.filters}>
        <Select<Level>
          label={t('Level')}
          choices={levels.map((value) => ({ value, label: formatChoice(value) }))}
          value={level}
          onChange={(next) => show({ only: next })}
        />
        <Words value={words ?? ''} onChange={(next) => show({ words: next })} />
        <Switch label={t('Live')} checked={isLive} onChange={setLive} />
      </div>
      <Shown log={log} />
    </Part>
  )
}

function Shown({ log: { lines, error, retry, isPending, older } }: { log: Lines }) {
  if (error) return <ErrorState error={error} retry={retry} />
  if (isPending) return <Loading />
  if (lines.length === 0) return <EmptyState icon={ListIcon} title={t('No matching lines')} />
  return (
    <SettingsCard>
      <LogLines lines={lines} />
      <div className={styles.pager}>
        <span>
          {t('{count, plural, one {# entry} other {# entries}}', { count: lines.length })}
        </span>
        {older && (
          <Button small busy={older.isPending} onClick={older.show}>
            {t('Show older entries')}
          </Button>
        )}
      </div>
    </SettingsCard>
  )
}

const SaveLog = ({ lines }: { lines: Lines['lines'] }) => (
  <Button
    icon={DownloadIcon}
    disabled={lines.length === 0}
    onClick={() => saveFile('quire-log.txt', logText(lines))}
  >
    {t('Download log')}
  </Button>
)

function formatChoice(level: (typeof levels)[number]): string {
  switch (level) {
    case 'error':
      return t('Errors')
    case 'warn':
      return t('Warnings and errors')
    case 'info':
      return t('Info')
    case 'debug':
      return t('Debug')
  }
}

interface WordsProps {
  value: string
  onChange: (words: string) => void
}

/** Filters after a pause in typing. New lines do not restart the delay. */
function Words({ value, onChange }: WordsProps) {
  const [typed, setTyped] = useState(value)
  const settled = useDebounced(typed.trim(), typingMs)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  useEffect(() => {
    if (settled !== value) latestOnChange.current(settled)
  }, [settled, value])
  return (
    <Field
      label={t('Contains')}
      name="search"
      type="search"
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
