import type { ReactNode } from 'react'
import { Field } from '../../../components/controls/field'
import { t } from '../../../i18n/i18n'
import styles from './apps.module.css'

interface DeviceNameProps {
  name: string
  onChange: (name: string) => void
  /** The button that creates the connection. */
  children: ReactNode
}

export const DeviceName = ({ name, onChange, children }: DeviceNameProps) => (
  <div className={styles.create}>
    <Field
      label={t('Device name')}
      name="device"
      value={name}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
    {children}
  </div>
)
