import { useState } from 'react'
import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { getFilterRange } from './ranges'
import styles from './facet-picker.module.css'

/** Fields for a number range. Either end is optional. */
export function RangeFields({ onPick }: { onPick: (range: string) => void }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const range = getFilterRange(from, to)
  return (
    <form
      className={styles.range}
      onSubmit={(event) => {
        event.preventDefault()
        if (!range) return
        onPick(range)
        setFrom('')
        setTo('')
      }}
    >
      <Bound label={t('From')} value={from} onChange={setFrom} />
      <span aria-hidden="true">–</span>
      <Bound label={t('To')} value={to} onChange={setTo} />
      <Button type="submit" disabled={!range}>
        {t('Filter')}
      </Button>
    </form>
  )
}

interface BoundProps {
  label: string
  value: string
  onChange: (value: string) => void
}

const Bound = ({ label, value, onChange }: BoundProps) => (
  <input
    type="text"
    inputMode="numeric"
    maxLength={4}
    className={styles.search}
    aria-label={label}
    placeholder={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)
