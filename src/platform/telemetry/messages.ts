import { defineMessages } from '../messages/message'

export const telemetryLogMessages = defineMessages('telemetry.log', {
  export_failed: 'failed to export telemetry',
})
