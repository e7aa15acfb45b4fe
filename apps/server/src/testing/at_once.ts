interface Answer {
  status: number;
}

/**
 * Makes so many calls at once. Who is told 503 comes again, as a client does: on a busy machine, some wait longer for what all of
 * them lock than a call may.
 */
export function atOnce<Given extends Answer>(count: number, call: (at: number) => Promise<Given>): Promise<Given[]> {
  const persistently = async (at: number): Promise<Given> => {
    const answer = await call(at);
    return answer.status === 503 ? persistently(at) : answer;
  };
  return Promise.all(Array.from({ length: count }, (_, at) => persistently(at)));
}
