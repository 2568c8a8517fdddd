# python3 backend.py (Python 3.8 or newer); the settings and routes are those of README.md.
import base64, hashlib, hmac, json, os, re, threading, time, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, REWARDS_URL, SITE_KEY = (os.environ[name] for name in ("PORT", "REWARDS_URL", "SITE_KEY"))
KEYS = [base64.b64decode(key) for key in re.findall(r"whsec_(\S+)", os.environ.get("WEBHOOK_SECRET", ""))]
TOLERANCE_SECONDS, TOKEN_SERVER_LIMIT_SECONDS = 300, 10
# A real site takes the user from its login, and the rest from its own records, never from the page. An order is named after what was
# earned or paid for, once: the same name leads to the same reward.
USER, FIRST_ORDER, PROMOTION = {"email": "member@example.com"}, "purchase-1042", "4001"
POINTS, EARNED = 100, 1000

# What is booked, by order. A real site keeps it in its database, and books sequence and points in one transaction.
booked, lock = {}, threading.Lock()

def ask(path, body, show):
    headers = {"Authorization": f"Bearer {SITE_KEY}", "Content-Type": "application/json"}
    request = urllib.request.Request(REWARDS_URL + path, body and json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=TOKEN_SERVER_LIMIT_SECONDS) as answer:
            return 200, json.dumps(show(json.load(answer)["data"]), separators=(",", ":")).encode()
    except urllib.error.HTTPError as refusal:
        return 502, refusal.read()
    except OSError:
        return 502, b""

def is_genuine(headers, body):
    sent, seconds = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]+", seconds) or abs(time.time() - int(seconds)) > TOLERANCE_SECONDS:
        return False
    signed = f"{sent}.{seconds}.".encode() + body
    expected = [b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()) for key in KEYS]
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, other) for one in expected for other in given)

# Points follow the newest state: a delivery that comes twice, or after a newer one, changes nothing; `processing` says nothing yet.
def book(event):
    order, sequence = event.get("order_id"), event.get("sequence", 0)
    with lock:
        if event.get("state") != "processing" and sequence > booked.get(order, (0, 0))[0]:
            booked[order] = (sequence, POINTS if event["state"] == "redeemed" else 0)

# Asked before a confirmation is stored, perhaps twice for the same one: the points are reserved, once an order.
def authorize(asked):
    order = asked["order_id"]
    with lock:
        others = sum(points for each, (_, points) in booked.items() if each != order)
        if others + POINTS > EARNED:
            return {"decision": "deny", "reason": "You do not have enough points."}
        booked[order] = (booked.get(order, (0, 0))[0], POINTS)
        return {"decision": "allow"}

class Backend(BaseHTTPRequestHandler):
    def answer(self):
        body, route = self.rfile.read(int(self.headers.get("content-length", 0))), f"{self.command} {self.path}"
        session = re.fullmatch(r"POST /reward-session(?:\?order=([A-Za-z0-9._-]{1,64}))?", route)
        if session:
            order = {"order_id": session[1] or FIRST_ORDER, "promotion_id": PROMOTION, "user": USER}
            return ask("/v1/sessions", order, lambda data: {"session_token": data["session_token"]})
        if order := re.fullmatch("GET /orders/([A-Za-z0-9._-]{1,64})", route):
            points = booked.get(order[1], (0, 0))[1]
            show = lambda data: {"order_id": order[1], "state": data["state"], "points": points}
            return ask(f"/v1/orders/{order[1]}", None, show)
        if route not in ("POST /webhooks", "POST /authorize"): return 404, b""
        if not is_genuine(self.headers, body): return 400, b""
        data = json.loads(body)["data"]
        if route == "POST /authorize": return 200, json.dumps(authorize(data), separators=(",", ":")).encode()
        book(data)
        return 204, b""

    def do_POST(self):
        status, body = self.answer()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST

ThreadingHTTPServer(("127.0.0.1", int(PORT)), Backend).serve_forever()
