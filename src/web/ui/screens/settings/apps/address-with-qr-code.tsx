import type { ReactNode } from 'react'
import { WarningIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import settings from '../settings.module.css'
import styles from './apps.module.css'
import { QrCode } from './qr-code'
import { isLoopbackAddress } from './server-address'

interface AddressProps {
  address: string
  /** Whether users type or copy the address on a computer, so that no QR code is needed. */
  isTyped?: boolean
  children: ReactNode
}

/** The values for the connection, next to a QR code of the address. */
export const Address = ({ address, isTyped = false, children }: AddressProps) => (
  <>
    {isLoopbackAddress(address) && (
      <p className={settings.warned}>
        <WarningIcon size={16} />{' '}
        {t(
          'This address only works on this computer. For other devices, open Quire at the name or IP address of the server, or set server.public_url.',
        )}
      </p>
    )}
    <div className={styles.address}>
      {children}
      {!isTyped && <QrCode text={address} />}
    </div>
  </>
)
