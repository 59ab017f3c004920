/** The named enums of exports. */
export const exportEnums = {
  ExportFailure: {
    description: 'Reason why an export failed.',
    values: {
      disk_full: 'The disk of the service has no room for the file.',
      too_large: 'The file is larger than 4 GiB. Choose fewer events by a filter.',
      internal: 'The service failed to write the file.',
    },
  },
  ExportFormat: {
    description: 'Format of an exported file.',
    values: { ndjson: 'One JSON object a line.', csv: 'Comma-separated values (RFC 4180).' },
  },
  ExportStatus: {
    description: 'Status of an export.',
    values: {
      RUNNING: 'The file is being written.',
      DONE: 'The file can be downloaded.',
      FAILED: 'The export failed for the reason in `failure`.',
    },
  },
} as const;
