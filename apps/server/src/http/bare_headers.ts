/** What the app does not use of a browser. It writes to the clipboard. */
export const permissionsPolicy = [
  ...["accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "encrypted-media", "fullscreen"],
  ...["geolocation", "gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi"],
  ...["payment", "picture-in-picture", "publickey-credentials-get", "screen-wake-lock", "serial", "usb"],
  "xr-spatial-tracking",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

/** The policy of an answer that is no page of ours, wherever it is opened. */
export const nothingAllowed = "default-src 'none'; frame-ancestors 'none'";

/** The headers of an answer that the hooks do not reach. */
export const bareHeaders = {
  "content-security-policy": nothingAllowed,
  "permissions-policy": permissionsPolicy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};
