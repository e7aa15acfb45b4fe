const key = "signup_request";

// Where the browser bars storage, the page's own memory has to do.
let remembered: string | null = null;

/** The registration that this browser is verifying (requirement L08). */
export function signupRequest(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return remembered;
  }
}

export function storeSignupRequest(request: string) {
  remembered = request;
  try {
    localStorage.setItem(key, request);
  } catch {
    // As above.
  }
}

export function forgetSignupRequest() {
  remembered = null;
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
