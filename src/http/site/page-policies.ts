/** Of each page in HTML: no other site shares its window, and it uses no device but the position of a client. */
export const PAGE_POLICIES = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
} as const;
