import { encode } from 'uqr'
import { t } from '../../../i18n/i18n'
import styles from './apps.module.css'

interface QrCodeProps {
  text: string
  /** Accessible name. Defaults to a label for an address. */
  label?: string
}

/** Dark on white in every theme, because many scanners cannot read inverted codes. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: quietZone })
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label ?? t('QR code for the address')}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(buildRowPath).join('')} fill="#000" />
    </svg>
  )
}

/** Width of the white margin in modules, as required by the standard. */
const quietZone = 4

const buildRowPath = (row: readonly boolean[], y: number) =>
  row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')
